-- From then on a new token is asked for: five minutes before its end, or sooner in a shorter life.
alter table mpesa_token add column renew_at timestamptz(3);
update mpesa_token set renew_at = expires_at - interval '5 minutes';
