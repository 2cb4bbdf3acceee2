-- offline: the version before writes addresses and e-mails into the audit log
alter table audit_log disable trigger audit_log__append_only;
insert into audit_address (audit_id, address)
select id, after->>'address' from audit_log
where action = 'admin_signed_in' and after->>'address' is not null;
update audit_log set after = null where action = 'admin_signed_in';
update audit_log l set subject = a.id::text from account a
where l.action in ('admin_signed_in', 'admin_created', 'role_changed', 'organizer_fee_changed')
  and l.subject = a.email;
alter table audit_log enable trigger audit_log__append_only;
