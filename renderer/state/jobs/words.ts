/** Sizes and times for the screen. */
import i18next from 'i18next';
import type { SigningJob } from '../../../shared/domain/signing.ts';

/** Formats bytes: "220 kB", "1.4 MB". */
export function sizeWords(bytes: number): string {
  const [unit, value] =
    bytes < 1_000_000 ? (['kilobyte', Math.max(bytes / 1000, bytes === 0 ? 0 : 1)] as const) : (['megabyte', bytes / 1_000_000] as const);
  return new Intl.NumberFormat(i18next.language, { style: 'unit', unit, maximumFractionDigits: unit === 'megabyte' ? 1 : 0 }).format(value);
}

const isToday = (at: Date): boolean => at.toDateString() === new Date().toDateString();
const time = (at: Date): string => new Intl.DateTimeFormat(i18next.language, { timeStyle: 'short' }).format(at);

/** Formats the time of day, with the day when it is not today. */
export function timeWords(iso: string): string {
  const at = new Date(iso);
  if (isToday(at)) return time(at);
  return new Intl.DateTimeFormat(i18next.language, { dateStyle: 'short', timeStyle: 'short' }).format(at);
}

/** Formats the same inside a sentence: "at 10:42", "since 4/17 at 10:42", "until 10:45". */
export function momentWords(kind: 'at' | 'since' | 'until', iso: string): string {
  const at = new Date(iso);
  const t = i18next.getFixedT(i18next.language, 'jobs');
  if (isToday(at)) return t(`moment.${kind}.today`, { time: time(at) });
  const date = new Intl.DateTimeFormat(i18next.language, { day: 'numeric', month: 'short' }).format(at);
  return t(`moment.${kind}.otherDay`, { date, time: time(at) });
}

/** Formats a remaining time, "about 2 min", rounded up so that it is not too little. */
export function leftWords(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  const [unit, value] = seconds < 60 ? (['second', Math.ceil(seconds / 5) * 5] as const) : (['minute', Math.ceil(seconds / 60)] as const);
  const amount = new Intl.NumberFormat(i18next.language, { style: 'unit', unit, unitDisplay: 'short' }).format(value);
  return i18next.t('left', { ns: 'jobs', amount });
}

/** Describes a document in doubt: when it was sent, and that it may have been signed. */
export function doubtWords(job: SigningJob): string {
  const unanswered = job.problem === null || job.problem.code === 'no-answer' || job.problem.code === 'interrupted';
  return i18next.t(unanswered ? 'inDoubt.noAnswer' : 'inDoubt.other', {
    ns: 'jobs',
    when: momentWords('at', job.lastAttemptAt ?? job.changedAt),
  });
}
