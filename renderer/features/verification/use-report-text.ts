/** A report in the words of the screen. */
import { useTranslation } from 'react-i18next';
import type { VerificationReport } from '../../../shared/domain/verification.ts';
import { type ReportText, type ReportWords, reportText } from '../../../shared/domain/verification-text.ts';
import { dayWords, fullTime } from '../../i18n/formats.ts';

export function useReportText(report: VerificationReport): ReportText {
  const { t } = useTranslation('verification');
  // The keys are put together in `reportText`, so that their types are not those of the resource file.
  return reportText(report, { say: t as unknown as ReportWords['say'], moment: fullTime, day: dayWords });
}
