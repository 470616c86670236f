/** THE list of alarms: the table in docs/OPERATIONS.md, the rules for Prometheus and the board for Grafana are written from it (`npm run alarms`). */

export type Alarm = {
  readonly name: string
  /** True while it is on, in the language of Prometheus. */
  readonly when: string
  readonly forMinutes: number
  readonly severity: 'page' | 'ticket'
  /** How the table of docs/OPERATIONS.md names it. */
  readonly shown: string
  readonly means: string
  readonly act: string
}

export const ALARMS: readonly Alarm[] = [
  {
    name: 'InvariantBroken',
    when: 'max by (invariant) (paywages_invariants_broken) > 0',
    forMinutes: 0,
    severity: 'page',
    shown: '`paywages_invariants_broken` > 0',
    means: 'books that do not tie',
    act: 'stop the workers, run `npm run verify`, keep the database as it is',
  },
  {
    name: 'UnknownReference',
    when: 'increase(paywages_transfer_alarms_total{alarm="unknown-reference"}[15m]) > 0',
    forMinutes: 0,
    severity: 'page',
    shown: '`/ready` says `Halted`; alarm `unknown-reference`',
    means: 'the bank executed what our books do not know, or the database was restored',
    act: 'see Restore and failover below; look at 银行未入账支出',
  },
  {
    name: 'LedgerShortfall',
    when: 'max(paywages_ledger_shortfall_fen) > 0',
    forMinutes: 5,
    severity: 'ticket',
    shown: '`paywages_ledger_shortfall_fen` > 0',
    means: 'the bank paid something late that had been released',
    act: 'the provider recharges; the next recharge covers it first',
  },
  {
    name: 'TransferAlarm',
    when: 'sum by (alarm) (increase(paywages_transfer_alarms_total{alarm!~"unknown-reference|orders-changed"}[15m])) > 0',
    forMinutes: 0,
    severity: 'page',
    shown: '`paywages_transfer_alarms_total`',
    means:
      'late success, contradiction, other amount, unknown reference, not on the statement, another payee',
    act: 'look at the transfer’s history in the console and at the bank',
  },
  {
    name: 'OrdersChanged',
    when: 'increase(paywages_transfer_alarms_total{alarm="orders-changed"}[15m]) > 0',
    forMinutes: 0,
    severity: 'page',
    shown: '`paywages_transfer_alarms_total{alarm="orders-changed"}`, 暂停转账 on the workbench',
    means:
      'somebody changed card, name, bank, amount or reference in the database behind the approval; nothing more of the batch is sent',
    act: 'keep the database as it is and find out who; compare with a backup; once the approved values are back, sending goes on within a minute',
  },
  {
    name: 'AuditBehindAnchor',
    when: 'max(paywages_audit_behind_anchor) > 0',
    forMinutes: 0,
    severity: 'page',
    shown: '`paywages_audit_behind_anchor` = 1',
    means: 'the audit log ends before what was published',
    act: 'see Audit log',
  },
  {
    name: 'ManualTransfers',
    when: 'max(paywages_transfers_open{state="manual"}) > 0',
    forMinutes: 10,
    severity: 'ticket',
    shown: '`paywages_transfers_open{state="manual"}` > 0',
    means: 'the bank gave no answer for a day',
    act: '待处理转账: a manager proposes with evidence, a reviewer or super manager confirms',
  },
  {
    name: 'OldDoubt',
    when: 'max(paywages_transfer_oldest_doubt_seconds) > 1800',
    forMinutes: 10,
    severity: 'page',
    shown: '`paywages_transfer_oldest_doubt_seconds` > 1800',
    means: 'the bank does not answer queries',
    act: 'call the bank; nothing is lost meanwhile, the money stays held',
  },
  {
    name: 'FullReads',
    when: 'sum(increase(paywages_full_read_alarms_total[15m])) > 0',
    forMinutes: 0,
    severity: 'ticket',
    shown: '`paywages_full_read_alarms_total`, 大量查看 on the workbench',
    means:
      'somebody read personal data in full half as often as they may within an hour, or was refused more',
    act: 'ask them what for; 操作日志 lists what they read; end their sessions or disable the account',
  },
  {
    name: 'RefusedNotices',
    when: 'sum by (reason) (increase(paywages_bank_notices_refused_total[15m])) > 5',
    forMinutes: 0,
    severity: 'ticket',
    shown: '`paywages_bank_notices_refused_total`',
    means: 'callbacks without the bank’s signature, or replayed',
    act: 'someone is trying, or the secrets differ',
  },
  {
    name: 'NoBackup',
    when: 'min(paywages_recovery_age_seconds{kind="base"}) > 93600',
    forMinutes: 10,
    severity: 'page',
    shown: '`paywages_recovery_age_seconds{kind="base"}` > 93600',
    means: 'no base backup for 26 hours, or never (+Inf)',
    act: 'run `npm run backup`, see Backup',
  },
  {
    name: 'NoWalArchived',
    when: 'min(paywages_recovery_age_seconds{kind="wal"}) > 1800',
    forMinutes: 10,
    severity: 'page',
    shown: '`paywages_recovery_age_seconds{kind="wal"}` > 1800',
    means: 'nothing was archived for half an hour: so much would be lost with the disk',
    act: 'the line `WAL is not archived` of `npm start` says why; silence this rule where another tool archives',
  },
  {
    name: 'NoDrill',
    when: 'min(paywages_recovery_age_seconds{kind="drill"}) > 691200',
    forMinutes: 60,
    severity: 'ticket',
    shown: '`paywages_recovery_age_seconds{kind="drill"}` > 691200',
    means: 'no restore was drilled for eight days',
    act: 'run `npm run restore-drill`',
  },
  {
    name: 'ChecksOld',
    when: 'min(paywages_invariants_age_seconds) > 1800',
    forMinutes: 0,
    severity: 'page',
    shown: '`paywages_invariants_age_seconds` > 1800',
    means: 'no worker has proved the invariants for half an hour',
    act: 'see whether workers run and what their log says',
  },
  {
    name: 'CheckFails',
    when: 'max by (instance, check) (paywages_check_failing) > 0',
    forMinutes: 2,
    severity: 'page',
    shown: '`paywages_check_failing` = 1',
    means: 'a process lacks its database, its files or its schema',
    act: '`/ready` of that process says why; see Outages',
  },
  {
    name: 'ConnectionsShort',
    when: 'max by (instance) (paywages_database_connections{state="waiting"}) > 0',
    forMinutes: 5,
    severity: 'ticket',
    shown: '`paywages_database_connections{state="waiting"}` > 0',
    means: 'calls have waited for a database connection for five minutes',
    act: 'raise `DATABASE_CONNECTIONS`, or look for slow statements',
  },
  {
    name: 'DiskShort',
    when: 'min by (instance) (paywages_disk_free_ratio) < 0.1',
    forMinutes: 5,
    severity: 'page',
    shown: '`paywages_disk_free_ratio` < 0.1',
    means: 'the disk of `DATA_DIR` fills up',
    act: 'make space; see Outages',
  },
  {
    name: 'CallsFail',
    when: 'sum(rate(paywages_call_seconds_count{code=~"5.."}[5m])) / sum(rate(paywages_call_seconds_count[5m])) > 0.02',
    forMinutes: 5,
    severity: 'page',
    shown: '`paywages_call_seconds_count{code=~"5.."}` above 2 %',
    means: 'more than two of a hundred calls fail',
    act: 'look for `call failed` in the log; its `request` is the `X-Request-Id` of the answer',
  },
]
