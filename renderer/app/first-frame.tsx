/** The frame as HTML, which the build writes into the page's document, so that it is drawn before any script of the page is there. */
import { renderToString } from 'react-dom/server.edge';
import type { Language } from '../../shared/domain/settings/settings.ts';
import { startI18n } from '../i18n/index.ts';
import { Frame } from './Frame.tsx';

export { languages } from '../../shared/i18n/languages.ts';

export async function firstFrame(language: Language): Promise<string> {
  await startI18n(language);
  return renderToString(<Frame area={null} />);
}
