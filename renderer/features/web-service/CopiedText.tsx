/** A text with a button that copies it. */
import { Copy } from 'lucide-react';
import { copyText } from '../../components/copy-text.ts';
import { IconButton } from '../../components/index.ts';

export const CopiedText = ({ text, label }: { text: string; label: string }) => (
  <>
    {text}
    <IconButton icon={Copy} size="small" aria-label={label} onPress={() => void copyText(text)} />
  </>
);
