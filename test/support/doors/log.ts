/** The log, for tests. */
export { type EventLog, logFolder, noLog, openEventLog, processFacts, readLog } from '../../../main/platform/log/event-log.ts';
export { faultFields, faultText } from '../../../main/platform/log/fault-fields.ts';
export { allowedFields, allowedLine, logEvents, programs } from '../../../main/platform/log/log-events.ts';
