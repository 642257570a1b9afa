import { useTranslation } from 'react-i18next';
import { StatusTag } from '../../ui/index.ts';
import type { ShownStatus } from './derive.ts';
import { statusLooks } from './status-looks.ts';

export function DocumentStatusTag({ status }: { status: ShownStatus }) {
  const { t } = useTranslation(['signing', 'statuses']);
  const { tone, icon } = statusLooks[status];
  const words = status === 'unusable' || status === 'signed-to-check' ? t(`shown.${status}`) : t(`statuses:${status}`);
  return (
    <StatusTag tone={tone} icon={icon} spin={status === 'sending'}>
      {words}
    </StatusTag>
  );
}
