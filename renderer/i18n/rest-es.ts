/** Texts of screens that are shown later. */
import causes from '../../shared/i18n/es/causes.json';
import problems from '../../shared/i18n/es/problems.json';
import record from '../../shared/i18n/es/record.json';
import verification from '../../shared/i18n/es/verification.json';
import bulk from './es/bulk.json';
import customers from './es/customers.json';
import inbox from './es/inbox.json';
import queue from './es/queue.json';
import recordView from './es/record-view.json';
import screening from './es/screening.json';
import service from './es/service.json';
import settings from './es/settings.json';
import verify from './es/verify.json';

export const rest = {
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
