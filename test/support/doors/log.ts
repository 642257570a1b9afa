export { crashDumpFolder, listCrashDumps, prepareCrashDumps } from '../../../main/platform/log/crash-dumps.ts';
export { logFolder, noLog, openEventLog, processFacts, readLog } from '../../../main/platform/log/event-log.ts';
export { faultFields, faultText } from '../../../main/platform/log/fault-fields.ts';
export { allowedLine, programs } from '../../../main/platform/log/log-events.ts';
