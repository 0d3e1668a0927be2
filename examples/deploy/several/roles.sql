-- The roles of a database of games, by its superuser, with psql and in that database, before anything is in it:
--   talekeeper_owner    has the tables, and makes and changes them: talekeeper database migrate
--   talekeeper_server   is every server: it reads and writes rows, and can make, change or drop nothing
\getenv owner_password TALEKEEPER_OWNER_PASSWORD
\getenv server_password TALEKEEPER_SERVER_PASSWORD
SET password_encryption = 'scram-sha-256';
CREATE ROLE talekeeper_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE talekeeper_server LOGIN PASSWORD :'server_password';

REVOKE ALL ON DATABASE :"DBNAME" FROM PUBLIC;
GRANT CONNECT ON DATABASE :"DBNAME" TO talekeeper_owner, talekeeper_server;
REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE, CREATE ON SCHEMA public TO talekeeper_owner;
GRANT USAGE ON SCHEMA public TO talekeeper_server;

-- What the owner will make, with the tables, sequences and functions of procrastinate.
ALTER DEFAULT PRIVILEGES FOR ROLE talekeeper_owner REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;
ALTER DEFAULT PRIVILEGES FOR ROLE talekeeper_owner IN SCHEMA public
    GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO talekeeper_server;
ALTER DEFAULT PRIVILEGES FOR ROLE talekeeper_owner IN SCHEMA public GRANT USAGE ON SEQUENCES TO talekeeper_server;
ALTER DEFAULT PRIVILEGES FOR ROLE talekeeper_owner IN SCHEMA public GRANT EXECUTE ON FUNCTIONS TO talekeeper_server;
