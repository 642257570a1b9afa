/** Texts of screens that are shown later. */
import causes from '../../shared/i18n/en/causes.json';
import problems from '../../shared/i18n/en/problems.json';
import record from '../../shared/i18n/en/record.json';
import verification from '../../shared/i18n/en/verification.json';
import bulk from './en/bulk.json';
import customers from './en/customers.json';
import inbox from './en/inbox.json';
import queue from './en/queue.json';
import recordView from './en/record-view.json';
import screening from './en/screening.json';
import service from './en/service.json';
import settings from './en/settings.json';
import verify from './en/verify.json';

export const rest: typeof import('./rest-es.ts').rest = {
  causes,
  customers,
  inbox,
  bulk,
  problems,
  queue,
  record,
  recordView,
  screening,
  service,
  settings,
  verification,
  verify,
};
