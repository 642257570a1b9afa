/** Draws the margins of every page: title, page number, foot, and the mark of practice. */
import { type Paper, page } from './paper.ts';
import type { PaperWords } from './words.ts';

export type Frame = {
  /** Draws bands at the top and the bottom: the content is not real. */
  practice: boolean;
  /** Identifies the document at the foot of each page; null: nothing. */
  foot: string | null;
};

type FrameOfPage = Frame & { number: number; pages: number; title: string; words: PaperWords };

/** Draws only in the margins, so it covers no text. It is decoration, so screen readers do not read it on each page. */
export function drawFrame(paper: Paper, { number, pages, title, practice, foot, words: { say } }: FrameOfPage): void {
  const style = { font: 'regular', size: 8, leading: 11 } as const;
  const place = (text: string, side: 'left' | 'right', y: number) => {
    const [line] = paper.lines(text, 300, style);
    if (!line) return;
    const x = side === 'left' ? page.left : page.right - paper.document.widthOfString(line.text);
    paper.document.text(line.text, x, y, { lineBreak: false });
  };
  if (practice) {
    for (const y of [13, page.height - 28]) drawBand(paper, say('paper:practice'), y);
  }
  if (number > 1) place(title, 'left', 38);
  place(say('paper:page', { page: number, pages }), 'right', page.height - 46);
  if (foot !== null) place(foot, 'left', page.height - 46);
}

/** Draws a band in white on black, so that a photocopy shows it too. */
function drawBand(paper: Paper, text: string, y: number): void {
  const { document } = paper;
  document.rect(page.left, y, page.right - page.left, 16).fill('black');
  const [line] = paper.lines(text, page.right - page.left, { font: 'bold', size: 10, leading: 14 });
  const x = (page.width - document.widthOfString(text)) / 2;
  document
    .fill('white')
    .text(line?.text ?? text, x, y + 2.1, { lineBreak: false })
    .fillColor('black');
}
