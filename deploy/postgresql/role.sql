-- Makes the role and the database of the shop. Run by the superuser of PostgreSQL, after `password`
-- was set as in docs/operation.md.
\set ON_ERROR_STOP on
create role lango login nosuperuser nocreatedb nocreaterole password :'password';
create database lango owner lango encoding 'UTF8' template template0;
revoke connect on database lango from public;
-- Each connection of the shop also sets these values, but a pooler may drop a connection's options.
-- The values belong to the role, not to the database, so they also apply to a restored database.
alter role lango set timezone to 'UTC';
alter role lango set lock_timeout to '10s';
alter role lango set statement_timeout to '30s';
-- A commit that was acknowledged survives a loss of power.
alter role lango set synchronous_commit to on;
\connect lango
alter schema public owner to lango;
create extension if not exists pg_trgm;
