# How a link between memories reads, and what became of a situation.

link-told = { $relation } Das verbindet { $first } und { $second }.
line-said = { $who } sagte: { $words }
outcome-none = Es ist nicht bekannt, was daraus wurde.
outcome-kept = { $kind ->
    [promise] { $who } hielt das Versprechen.
    [appointment] Die Verabredung mit { $who } wurde eingehalten.
   *[other] Was { $who } erbat, wurde getan.
}
outcome-withdrawn = { $kind ->
    [promise] { $who } nahm das Versprechen zurück.
    [appointment] Die Verabredung mit { $who } wurde abgesagt.
    [invitation] Die Einladung von { $who } wurde abgelehnt oder zurückgenommen.
   *[other] { $who } nahm die Bitte zurück.
}
