/** `npm run alarms`: writes rules, board and table from scripts/alarm-list.ts. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { alarmBoard, alarmRules, BOARD_FILE, RULES_FILE, TABLE_FILE, withAlarmTable } from './alarm-files.ts'
import { commandWords } from './command-line.ts'

commandWords({ usage: 'alarms' })

const at = (path: string) => join(import.meta.dirname, '..', path)

function write(path: string, text: string): void {
  mkdirSync(dirname(at(path)), { recursive: true })
  writeFileSync(at(path), text)
}

write(RULES_FILE, alarmRules())
write(BOARD_FILE, alarmBoard())
write(TABLE_FILE, withAlarmTable(readFileSync(at(TABLE_FILE), 'utf8')))
