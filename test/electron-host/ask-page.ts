/** Asks a question in a small separate page, where the system has no dialog to offer. */
import { currentContext } from './browser.ts';

export type Question = { title: string; text: string; field: boolean; buttons: string[] };
export type Answer = { button: number | null; text: string };

/** `button` is null when the page was closed. */
export async function askInPage(question: Question): Promise<Answer> {
  const context = currentContext();
  if (context === null) return { button: null, text: '' };
  const page = await context.newPage();
  const answered = Promise.withResolvers<Answer>();
  page.once('close', () => answered.resolve({ button: null, text: '' }));
  await page.exposeBinding('answerHost', (_source, answer: Answer) => answered.resolve(answer));
  await page.evaluate(({ title, text, field, buttons }) => {
    const add = <K extends keyof HTMLElementTagNameMap>(name: K, content = ''): HTMLElementTagNameMap[K] => {
      const element = document.createElement(name);
      element.textContent = content;
      return document.body.appendChild(element);
    };
    document.title = title;
    add('h3', title);
    add('p', text);
    const input = field ? add('textarea') : null;
    input?.setAttribute('placeholder', '/…');
    for (const [index, label] of buttons.entries()) {
      add('button', label).onclick = () => {
        const host = window as unknown as { answerHost(answer: { button: number; text: string }): void };
        host.answerHost({ button: index, text: index === 0 ? '' : (input?.value ?? '') });
      };
    }
    input?.focus();
  }, question);
  const answer = await answered.promise;
  if (!page.isClosed()) await page.close();
  return answer;
}
