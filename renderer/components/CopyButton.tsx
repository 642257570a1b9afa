/** Copies a secret that a dialog shows once, and says so in its place. Has the focus first. */
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';
import { copyText } from './copy-text.ts';

export function CopyButton({ text }: { text: string }) {
  const { t } = useTranslation('ui');
  const [copied, setCopied] = useState(false);
  return (
    <Button size="small" icon={copied ? Check : Copy} autoFocus onPress={() => void copyText(text).then(setCopied)}>
      {t(copied ? 'copied' : 'copy')}
    </Button>
  );
}
