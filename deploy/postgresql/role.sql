-- Makes the role and the database of the shop. Run by the superuser of PostgreSQL, after `password`
-- was set as in docs/operation.md.
\set ON_ERROR_STOP on
create role lango login nosuperuser nocreatedb nocreaterole password :'password';
-- PostgreSQL knows one password for a role, so a change of the password changes between two roles
-- (docs/operation.md, Rotation of secrets). Tables that lango_b creates belong to lango.
create role lango_b nologin nosuperuser nocreatedb nocreaterole in role lango;
alter role lango_b set role to lango;
create database lango owner lango encoding 'UTF8' template template0;
revoke connect on database lango from public;
-- Each connection of the shop also sets these values, but a pooler may drop a connection's options.
-- The values belong to the roles, not to the database, so they also apply to a restored database.
alter role lango set timezone to 'UTC';
alter role lango set lock_timeout to '10s';
alter role lango set statement_timeout to '30s';
alter role lango_b set timezone to 'UTC';
alter role lango_b set lock_timeout to '10s';
alter role lango_b set statement_timeout to '30s';
-- A commit that was acknowledged survives a loss of power.
alter role lango set synchronous_commit to on;
alter role lango_b set synchronous_commit to on;
\connect lango
alter schema public owner to lango;
create extension if not exists pg_trgm;
