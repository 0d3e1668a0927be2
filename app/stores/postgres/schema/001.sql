-- Games: one row each. A generation numbers the games that ever had an id; in_trash is 0 for the one that is played, else
-- its number in the trash. head_seq is the last record's number, stands_at that of the record the game stands at. What each commit
-- changes is in no index, so that it costs none.
CREATE TABLE games (
    game_id text NOT NULL,
    generation integer NOT NULL,
    in_trash integer NOT NULL DEFAULT 0,
    header bytea NOT NULL,
    checksum bigint NOT NULL,
    head_seq bigint NOT NULL,
    stands_at bigint NOT NULL,
    title text NOT NULL,
    turn bigint NOT NULL,
    labels text[] NOT NULL,
    last_played timestamptz NOT NULL,
    problem text,
    work_waits boolean NOT NULL DEFAULT false,
    owner text,
    epoch bigint NOT NULL DEFAULT 1,
    lease_until timestamptz,
    deleted_at timestamptz,
    PRIMARY KEY (game_id, generation),
    UNIQUE (game_id, in_trash)
) WITH (fillfactor = 70);
CREATE INDEX games_owner ON games (owner) WHERE owner IS NOT NULL;

-- The lines of a game's journal after its header; 0 is the opening. checksum is CRC-32 of body.
CREATE TABLE records (
    game_id text NOT NULL,
    generation integer NOT NULL,
    seq bigint NOT NULL,
    parent bigint NOT NULL,
    body bytea NOT NULL,
    checksum bigint NOT NULL,
    game_time bigint,
    ended boolean NOT NULL,
    PRIMARY KEY (game_id, generation, seq),
    FOREIGN KEY (game_id, generation) REFERENCES games
);

-- Lines of a game as they were before it was rewritten in a newer format.
CREATE TABLE older_lines (
    game_id text NOT NULL,
    generation integer NOT NULL,
    format integer NOT NULL,
    line integer NOT NULL,
    body bytea NOT NULL,
    PRIMARY KEY (game_id, generation, format, line)
);

-- What belongs to a game and is no part of it: its tokens, and who tells it.
CREATE TABLE private (
    game_id text NOT NULL,
    generation integer NOT NULL,
    name text NOT NULL,
    body bytea NOT NULL,
    PRIMARY KEY (game_id, generation, name),
    FOREIGN KEY (game_id, generation) REFERENCES games
);

-- Servers that share the games. key shows a server that a request comes from another.
CREATE TABLE workers (
    server text PRIMARY KEY,
    address text NOT NULL,
    key text NOT NULL,
    version text NOT NULL,
    is_draining boolean NOT NULL DEFAULT false,
    alive_until timestamptz NOT NULL
);

-- What clients use of each server. It is gone after a crash of the database, and that is fine.
CREATE UNLOGGED TABLE usage (
    server text NOT NULL,
    client text NOT NULL,
    count integer NOT NULL,
    at timestamptz NOT NULL,
    PRIMARY KEY (client, server)
);

CREATE TABLE vectors (
    text bytea NOT NULL,
    model text NOT NULL,
    dimension integer NOT NULL,
    vector bytea NOT NULL,
    PRIMARY KEY (text, model, dimension)
);
