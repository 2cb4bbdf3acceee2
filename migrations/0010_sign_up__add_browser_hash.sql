-- The hash of the cookie that the browser of the sign-up keeps.
alter table sign_up add column browser_hash bytea;
