/** Copies one value to the clipboard. With the focus, its tooltip shows the provider's spelling too. */
import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../components/index.ts';
import { copy } from './actions.ts';

export function CopyValue({ label, name, value }: { label: string; name?: string; value: string }) {
  const { t } = useTranslation('recordView');
  const words = name === undefined || name === label ? t('copyValue', { label }) : t('copyMember', { label, name });
  return <IconButton className="rec-copy" icon={Copy} size="small" aria-label={words} onPress={() => void copy(value)} />;
}
