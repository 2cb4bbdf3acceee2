-- What was paid back a second time, until a person has said what became of it: the work list asks.
create index refund_call__twice on refund_call (refund_id) where result_code = 'twice';
