/** The visit that the prepared work belongs to, with a link to it and a button to detach from it. */
import './visit-mark.css';
import { Contact, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from './Button.tsx';

type Props = { name: string; onOpen: () => void; onLeave?: () => void };

export function VisitMark({ name, onOpen, onLeave }: Props) {
  const { t } = useTranslation('ui');
  return (
    <div className="ui-visit">
      <Contact size={16} aria-hidden="true" />
      <span className="ui-visit-name">{t('visit.label', { name })}</span>
      {onLeave && <IconButton icon={X} size="small" aria-label={t('visit.leave')} onPress={onLeave} />}
      <Button className="ui-visit-open" variant="link" size="small" onPress={onOpen}>
        {t('visit.open')}
      </Button>
    </div>
  );
}
