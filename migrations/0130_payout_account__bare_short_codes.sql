-- Tills and paybills without leading zeros, as M-Pesa reports them.
update payout_account set number = ltrim(number, '0')
where kind in ('till', 'paybill') and number like '0%' and ltrim(number, '0') <> '';
