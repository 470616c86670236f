// Prometheus metrics of one process.

import { FULL_READ_KINDS } from '@paywages/domain/personal/full-read-limit.ts'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { NOTICE_REFUSALS, TRANSFER_ALARMS } from './counted-alarms.ts'

export type Metrics = ReturnType<typeof openMetrics>

export function openMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'paywages_' })
  const registers = [registry]
  const metrics = metricsOf(registers)
  for (const metric of Object.values(metrics)) if (metric instanceof Gauge) leaveUntold(metric)
  return { registry, ...metrics }
}

/** A process that never set it knows nothing of it: the 0 of an api would hide what workers tell (ADR 185). */
function leaveUntold(gauge: Gauge): void {
  gauge.remove({})
}

/** Prometheus sees a rise, never the first value of a series: each alarm stands at 0 before it comes (ADR 185). */
function fromZero<Label extends string, Value extends string>(
  counter: Counter<Label>,
  label: Label,
  values: readonly Value[],
) {
  for (const value of values) counter.inc({ [label]: value } as Record<Label, Value>, 0)
  return counter as Omit<Counter<Label>, 'inc'> & { inc(labels: Record<Label, Value>, by?: number): void }
}

function metricsOf(registers: Registry[]) {
  return {
    callSeconds: new Histogram({
      name: 'paywages_call_seconds',
      help: 'How long API calls take, by call and HTTP code.',
      labelNames: ['call', 'code'],
      buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
    refusals: new Counter({
      name: 'paywages_refusals_total',
      help: 'Refused calls by code.',
      labelNames: ['code'],
      registers,
    }),
    jobRuns: new Counter({
      name: 'paywages_job_runs_total',
      help: 'Background jobs by name and result.',
      labelNames: ['job', 'result'],
      registers,
    }),
    textMessages: new Counter({
      name: 'paywages_text_messages_total',
      help: 'Invitations by text message, by what became of the try.',
      labelNames: ['result'],
      registers,
    }),
    transferAlarms: fromZero(
      new Counter({
        name: 'paywages_transfer_alarms_total',
        help: 'What cannot be or someone must look at: late successes, contradictions, other amounts, shortfalls.',
        labelNames: ['alarm'],
        registers,
      }),
      'alarm',
      TRANSFER_ALARMS,
    ),
    bankSilences: new Counter({
      name: 'paywages_bank_silences_total',
      help: 'Calls to the bank without a definite answer, by what happened.',
      labelNames: ['silence'],
      registers,
    }),
    refusedNotices: fromZero(
      new Counter({
        name: 'paywages_bank_notices_refused_total',
        help: 'Callbacks that did not bear the bank’s signature, or were heard before.',
        labelNames: ['reason'],
        registers,
      }),
      'reason',
      NOTICE_REFUSALS,
    ),
    transfersByState: new Gauge({
      name: 'paywages_transfers_open',
      help: 'Transfers that have not ended, by state.',
      labelNames: ['state'],
      registers,
    }),
    transfersWaiting: new Gauge({
      name: 'paywages_transfers_waiting',
      help: 'Transfers that workers have to send or are sending, as the whole database has them: take the largest, not the sum.',
      registers,
    }),
    sendingHalted: new Gauge({
      name: 'paywages_sending_halted',
      help: '1 while no orders are sent, by why: a halt, or a database server that was not held against the bank’s record since it was started.',
      labelNames: ['reason'],
      registers,
    }),
    oldestDoubtSeconds: new Gauge({
      name: 'paywages_transfer_oldest_doubt_seconds',
      help: 'How long the oldest transfer in doubt has been waiting for a definite answer.',
      registers,
    }),
    shortfallFen: new Gauge({
      name: 'paywages_ledger_shortfall_fen',
      help: 'What the bank paid beyond the balances, over all providers.',
      registers,
    }),
    fullReadAlarms: fromZero(
      new Counter({
        name: 'paywages_full_read_alarms_total',
        help: 'How often somebody read personal data in full half as often as they may within an hour, or was refused more.',
        labelNames: ['kind'],
        registers,
      }),
      'kind',
      FULL_READ_KINDS,
    ),
    invariantsBroken: new Gauge({
      name: 'paywages_invariants_broken',
      help: 'Findings of the last proof of each invariant; anything but zero is an incident.',
      labelNames: ['invariant'],
      registers,
    }),
    auditBehindAnchor: new Gauge({
      name: 'paywages_audit_behind_anchor',
      help: '1 while the audit log does not hold the newest seal that was published: cut off, or restored.',
      registers,
    }),
    auditMonthsAhead: new Gauge({
      name: 'paywages_audit_months_ahead',
      help: 'Months after this one that have their partition of the audit log.',
      registers,
    }),
    auditStrayEntries: new Gauge({
      name: 'paywages_audit_stray_entries',
      help: 'Entries of the audit log in no month, as nobody had made it.',
      registers,
    }),
    diskFreeBytes: new Gauge({
      name: 'paywages_disk_free_bytes',
      help: 'Free space on the disk of DATA_DIR.',
      registers,
    }),
    diskFreeRatio: new Gauge({
      name: 'paywages_disk_free_ratio',
      help: 'Free space on the disk of DATA_DIR, as a part of it.',
      registers,
    }),
    databaseBytes: new Gauge({
      name: 'paywages_database_bytes',
      help: 'Size of the database, as a worker last saw it.',
      registers,
    }),
    invariantsAgeSeconds: new Gauge({
      name: 'paywages_invariants_age_seconds',
      help: 'How long ago a worker last proved the invariants; +Inf for never.',
      registers,
    }),
    checkFailing: new Gauge({
      name: 'paywages_check_failing',
      help: '1 for each check of /ready that fails: database, files, schema.',
      labelNames: ['check'],
      registers,
    }),
    databaseConnections: new Gauge({
      name: 'paywages_database_connections',
      help: 'Connections of this process: open, in use, idle, and calls that wait for one.',
      labelNames: ['state'],
      registers,
    }),
    build: new Gauge({
      name: 'paywages_build_info',
      help: '1, with the version, the newest migration that this release knows, and its Node.',
      labelNames: ['version', 'release', 'node'],
      registers,
    }),
    recoveryAgeSeconds: new Gauge({
      name: 'paywages_recovery_age_seconds',
      help: 'How long ago a base backup was finished, WAL was archived, a restore was drilled; +Inf for never.',
      labelNames: ['kind'],
      registers,
    }),
    filesMissing: new Gauge({
      name: 'paywages_files_missing',
      help: 'Files that the database names and the file store did not have at the last check.',
      registers,
    }),
    filesCheckAgeSeconds: new Gauge({
      name: 'paywages_files_check_age_seconds',
      help: 'How long ago the file store was last held against the database; +Inf for never.',
      registers,
    }),
    fileStoreSeconds: new Histogram({
      name: 'paywages_file_store_seconds',
      help: 'How long the file store takes, by operation and by whether it failed.',
      labelNames: ['operation', 'result'],
      buckets: [0.005, 0.02, 0.1, 0.5, 1, 5, 20, 60],
      registers,
    }),
    jobsWaiting: new Gauge({
      name: 'paywages_jobs_waiting',
      help: 'Background jobs that are due and not yet begun, by queue.',
      labelNames: ['queue'],
      registers,
    }),
    jobOldestSeconds: new Gauge({
      name: 'paywages_job_oldest_seconds',
      help: 'How long the oldest job that is due has been waiting, by queue.',
      labelNames: ['queue'],
      registers,
    }),
    schemaMigration: new Gauge({
      name: 'paywages_schema_migration',
      help: 'The number of the newest migration that was applied to the database.',
      registers,
    }),
    standbys: new Gauge({
      name: 'paywages_standbys',
      help: 'Standbys that follow the database server.',
      registers,
    }),
    replicationLagSeconds: new Gauge({
      name: 'paywages_replication_lag_seconds',
      help: 'How far each standby is behind, where the application may read it.',
      labelNames: ['standby'],
      registers,
    }),
    replicationLagBytes: new Gauge({
      name: 'paywages_replication_lag_bytes',
      help: 'How much WAL each standby has not yet replayed, where the application may read it.',
      labelNames: ['standby'],
      registers,
    }),
    backupsDamaged: new Gauge({
      name: 'paywages_backups_damaged',
      help: 'Base backups whose manifest could not be read when the last one was taken.',
      registers,
    }),
    keysInUse: new Gauge({
      name: 'paywages_keys_in_use',
      help: 'Secret keys that are not retired; more than one while keys are rotated.',
      registers,
    }),
    keysStale: new Gauge({
      name: 'paywages_keys_stale_values',
      help: 'Values and files under an older key, by kind, as a worker last counted them during a rotation.',
      labelNames: ['what'],
      registers,
    }),
    auditUnsealed: new Gauge({
      name: 'paywages_audit_unsealed_entries',
      help: 'Audit entries not yet sealed into the chain.',
      registers,
    }),
  }
}
