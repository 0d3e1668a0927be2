// Pictures of people and places: which there are, and each as an address that the page may show.
import { get, picture } from "./api.js";
import { useAsked } from "./asking.js";
import { useEffect, useState } from "./ui.js";

const loaded = new Map(); // by game and person or place: a promise of the address

/** The ids of those with a picture that the reader may see now; asked again when somebody comes or goes. */
export function usePictured(game, scene) {
  const seen = [scene.place?.id, ...scene.people.map(({ id }) => id), ...scene.places.map(({ id }) => id)].join(" ");
  const { value } = useAsked(() => get(`/games/${game.id}/pictures`), [game.id, seen, scene.turn === 0]);
  return value?.items ?? [];
}

/** The address of a picture, once it is there. */
export function usePicture(gameId, of, version = 0) {
  const [address, set] = useState(null);
  useEffect(() => {
    let isOver = false;
    set(null);
    const key = `${gameId} ${of} ${version}`;
    if (!loaded.has(key)) loaded.set(key, picture(`/games/${gameId}/pictures/${encodeURIComponent(of)}`));
    loaded.get(key).then((found) => !isOver && set(found), () => loaded.delete(key));
    return () => {
      isOver = true;
    };
  }, [gameId, of, version]);
  return address;
}
