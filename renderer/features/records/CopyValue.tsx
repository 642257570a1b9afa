/** Copies one value to the clipboard. Its tooltip also shows the provider's spelling of the name, and of a value that is shown in words. */
import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../components/index.ts';
import { copy } from './actions.ts';

type Props = {
  label: string;
  name?: string;
  value: string;
  /** The value is shown in words; what is copied is the provider's text. */
  isAsWritten?: boolean;
};

export function CopyValue({ label, name, value, isAsWritten = false }: Props) {
  const { t } = useTranslation('recordView');
  const what = name === undefined || name === label ? t('copyValue', { label }) : t('copyMember', { label, name });
  const words = isAsWritten ? t('copyWritten', { what, written: value }) : what;
  return <IconButton className="rec-copy" icon={Copy} size="small" aria-label={words} onPress={() => void copy(value)} />;
}
