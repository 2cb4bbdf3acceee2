-- Refunds that were paid twice. The work list shows them until an admin has explained them.
create index refund_call__twice on refund_call (refund_id) where result_code = 'twice';
