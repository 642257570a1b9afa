/** All words of the page, by language and namespace. Spanish is the measure: English must have the same shape. */
import causesEn from '../../shared/i18n/en/causes.json';
import problemsEn from '../../shared/i18n/en/problems.json';
import recordEn from '../../shared/i18n/en/record.json';
import statusesEn from '../../shared/i18n/en/statuses.json';
import verificationEn from '../../shared/i18n/en/verification.json';
import causesEs from '../../shared/i18n/es/causes.json';
import problemsEs from '../../shared/i18n/es/problems.json';
import recordEs from '../../shared/i18n/es/record.json';
import statusesEs from '../../shared/i18n/es/statuses.json';
import verificationEs from '../../shared/i18n/es/verification.json';
import appEn from './en/app.json';
import customersEn from './en/customers.json';
import inboxEn from './en/inbox.json';
import jobsEn from './en/jobs.json';
import massEn from './en/mass.json';
import pdfEn from './en/pdf.json';
import queueEn from './en/queue.json';
import recordViewEn from './en/record-view.json';
import screeningEn from './en/screening.json';
import serviceEn from './en/service.json';
import settingsEn from './en/settings.json';
import signingEn from './en/signing.json';
import uiEn from './en/ui.json';
import verifyEn from './en/verify.json';
import appEs from './es/app.json';
import customersEs from './es/customers.json';
import inboxEs from './es/inbox.json';
import jobsEs from './es/jobs.json';
import massEs from './es/mass.json';
import pdfEs from './es/pdf.json';
import queueEs from './es/queue.json';
import recordViewEs from './es/record-view.json';
import screeningEs from './es/screening.json';
import serviceEs from './es/service.json';
import settingsEs from './es/settings.json';
import signingEs from './es/signing.json';
import uiEs from './es/ui.json';
import verifyEs from './es/verify.json';

const es = {
  app: appEs,
  causes: causesEs,
  customers: customersEs,
  inbox: inboxEs,
  jobs: jobsEs,
  mass: massEs,
  pdf: pdfEs,
  problems: problemsEs,
  queue: queueEs,
  record: recordEs,
  recordView: recordViewEs,
  screening: screeningEs,
  service: serviceEs,
  settings: settingsEs,
  signing: signingEs,
  statuses: statusesEs,
  ui: uiEs,
  verification: verificationEs,
  verify: verifyEs,
};

export type Words = typeof es;

const en: Words = {
  app: appEn,
  causes: causesEn,
  customers: customersEn,
  inbox: inboxEn,
  jobs: jobsEn,
  mass: massEn,
  pdf: pdfEn,
  problems: problemsEn,
  queue: queueEn,
  record: recordEn,
  recordView: recordViewEn,
  screening: screeningEn,
  service: serviceEn,
  settings: settingsEn,
  signing: signingEn,
  statuses: statusesEn,
  ui: uiEn,
  verification: verificationEn,
  verify: verifyEn,
};

export const resources = { es, en };
