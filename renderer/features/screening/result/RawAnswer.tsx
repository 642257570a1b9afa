/** The answer exactly as received, to read and to copy. */
import { Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Dialog } from '../../../components/index.ts';
import { copy, rawText } from '../actions.ts';

/** Characters drawn at most; all of them are copied. */
const maxDrawn = 200_000;

export function RawAnswer({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('screening');
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    let left = false;
    void rawText(id).then((came) => {
      if (left) return;
      if (came === null) onClose();
      else setText(came);
    });
    return () => {
      left = true;
    };
  }, [id, onClose]);
  return (
    <Dialog
      isOpen={text !== null}
      onClose={onClose}
      title={t('raw.title')}
      wide
      actions={
        <>
          <Button onPress={onClose}>{t('raw.close')}</Button>
          <Button variant="primary" icon={Copy} autoFocus onPress={() => text !== null && void copy(text)}>
            {t('raw.copy')}
          </Button>
        </>
      }
    >
      <p className="ui-help">{t('raw.help')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard */}
      <section className="scr-raw" tabIndex={0} aria-label={t('raw.title')}>
        <pre>{text?.slice(0, maxDrawn)}</pre>
      </section>
      {text !== null && text.length > maxDrawn && <p className="ui-help">{t('raw.cut')}</p>}
    </Dialog>
  );
}
