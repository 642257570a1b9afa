/** All words of the page, by language and namespace. Spanish is the measure: English must have the same shape. */
import causesEn from '../../shared/i18n/en/causes.json';
import problemsEn from '../../shared/i18n/en/problems.json';
import statusesEn from '../../shared/i18n/en/statuses.json';
import causesEs from '../../shared/i18n/es/causes.json';
import problemsEs from '../../shared/i18n/es/problems.json';
import statusesEs from '../../shared/i18n/es/statuses.json';
import appEn from './en/app.json';
import jobsEn from './en/jobs.json';
import massEn from './en/mass.json';
import pdfEn from './en/pdf.json';
import queueEn from './en/queue.json';
import screeningEn from './en/screening.json';
import settingsEn from './en/settings.json';
import signingEn from './en/signing.json';
import uiEn from './en/ui.json';
import appEs from './es/app.json';
import jobsEs from './es/jobs.json';
import massEs from './es/mass.json';
import pdfEs from './es/pdf.json';
import queueEs from './es/queue.json';
import screeningEs from './es/screening.json';
import settingsEs from './es/settings.json';
import signingEs from './es/signing.json';
import uiEs from './es/ui.json';

const es = {
  app: appEs,
  causes: causesEs,
  jobs: jobsEs,
  mass: massEs,
  pdf: pdfEs,
  problems: problemsEs,
  queue: queueEs,
  screening: screeningEs,
  settings: settingsEs,
  signing: signingEs,
  statuses: statusesEs,
  ui: uiEs,
};

export type Words = typeof es;

const en: Words = {
  app: appEn,
  causes: causesEn,
  jobs: jobsEn,
  mass: massEn,
  pdf: pdfEn,
  problems: problemsEn,
  queue: queueEn,
  screening: screeningEn,
  settings: settingsEn,
  signing: signingEn,
  statuses: statusesEn,
  ui: uiEn,
};

export const resources = { es, en };
