/** Draws each kind of block. Black on white: no information depends on colour. */
import type { Block, Fact, FactValue } from './blocks.ts';
import { type Element, type Line, type Paper, page, type TextStyle } from './paper.ts';

const width = page.right - page.left;
const labelWidth = 138;

const styles = {
  title: { font: 'bold', size: 17, leading: 22 },
  symbol: { font: 'bold', size: 30, leading: 34 },
  outcome: { font: 'bold', size: 19, leading: 26 },
  heading2: { font: 'bold', size: 11.5, leading: 16 },
  heading3: { font: 'bold', size: 10, leading: 14 },
  body: { font: 'regular', size: 9, leading: 12.2 },
  strong: { font: 'bold', size: 9, leading: 12.2 },
  small: { font: 'regular', size: 8, leading: 11 },
  note: { font: 'regular', size: 6, leading: 7.6 },
} as const satisfies Record<string, TextStyle>;

const body = ({ bold, small }: FactValue): TextStyle => (bold ? styles.strong : small ? styles.small : styles.body);

export function drawBlock(paper: Paper, block: Exclude<Block, { kind: 'pictures' }>): void {
  switch (block.kind) {
    case 'title':
      paper.flow(paper.lines(block.text, width, styles.title), page.left, paper.element('H1'));
      paper.y += 3;
      return;
    case 'outcome':
      drawOutcome(paper, block);
      return;
    case 'heading':
      drawHeading(paper, block);
      return;
    case 'paragraph':
      paper.flow(paper.lines(block.text, width, styles[block.style ?? 'body']), page.left, paper.element('P'));
      paper.y += 4;
      return;
    case 'facts':
      drawFacts(paper, block.facts);
      return;
    case 'table':
      drawTable(paper, block);
      return;
    case 'tree':
      drawTree(paper, block.lines);
  }
}

/** Draws a thick frame with a symbol, large words, and their explanation. */
function drawOutcome(paper: Paper, { symbol, word, lines }: Extract<Block, { kind: 'outcome' }>): void {
  const inset = { x: 62, y: 9 };
  const inner = width - inset.x - 14;
  const words = paper.lines(word, inner, styles.outcome);
  const text = lines.map((line) => paper.lines(line.text, inner, body(line)));
  const height = [...words, ...text.flat()].reduce((sum, line) => sum + line.style.leading, 0) + text.length * 2 + inset.y * 2;
  paper.ensure(height);
  const top = paper.y;
  paper.decorate((document) => {
    document.lineWidth(2).rect(page.left, top, width, height).stroke();
  });
  const [mark] = paper.lines(symbol, inset.x, styles.symbol);
  if (mark) {
    const [x] = [page.left + (inset.x - paper.document.widthOfString(symbol)) / 2];
    paper.draw(mark, x, top + inset.y - 3, paper.element('P'));
  }
  paper.y = top + inset.y;
  paper.flow(words, page.left + inset.x, paper.element('H2'));
  for (const part of text) {
    paper.y += 2;
    paper.flow(part, page.left + inset.x, paper.element('P'));
  }
  paper.y = top + height + 8;
}

/** Draws a heading, never alone at the foot of a page, nor with only another heading below it. */
function drawHeading(paper: Paper, { level, text }: Extract<Block, { kind: 'heading' }>): void {
  const style = level === 2 ? styles.heading2 : styles.heading3;
  const lines = paper.lines(text, width, style);
  const fresh = paper.ensure(Math.min(lines.length * style.leading + (level === 2 ? 50 : 64), page.bottom - page.top));
  if (!fresh && paper.y > page.top) paper.y += level === 2 ? 7 : 6;
  paper.flow(lines, page.left, paper.element(level === 2 ? 'H2' : 'H3'));
  if (level === 2) rule(paper, 0.8);
  paper.y += level === 2 ? 3.5 : 1.5;
}

/** Draws labels on the left and values to the right of them; a long value continues on the next page. */
function drawFacts(paper: Paper, facts: readonly Fact[]): void {
  if (facts.length === 0) return;
  const table = paper.element('Table');
  for (const { label, note, values } of facts) {
    const row = paper.element('TR', table);
    const head = paper.element('TH', row, { scope: 'Row' });
    const data = paper.element('TD', row);
    const labels = [
      ...paper.lines(label, labelWidth - 10, styles.small),
      ...(note === undefined ? [] : paper.lines(note, labelWidth - 10, styles.note)),
    ];
    const texts = values.flatMap((value) => paper.lines(value.text, width - labelWidth, body(value)));
    const labelHeight = labels.reduce((sum, line) => sum + line.style.leading, 0);
    paper.ensure(Math.max(Math.min(texts.length, 2) * styles.body.leading, labelHeight));
    const top = paper.y;
    const before = pageCount(paper);
    let labelTop = top + 0.9;
    for (const line of labels) {
      paper.draw(line, page.left, labelTop, head);
      labelTop += line.style.leading;
    }
    paper.flow(texts, page.left + labelWidth, data);
    if (pageCount(paper) === before) paper.y = Math.max(paper.y, top + labelHeight);
    paper.y += 1.8;
  }
  paper.y += 2;
}

const pageCount = (paper: Paper): number => paper.document.bufferedPageRange().count;

/** Draws a table row by row and line by line, so that a row with a long text continues on the next page. */
function drawTable(paper: Paper, { shares, head, rows }: Extract<Block, { kind: 'table' }>): void {
  const table = paper.element('Table');
  const widths = shares.map((share) => share * width);
  const starts = widths.map((_, index) => page.left + widths.slice(0, index).reduce((sum, part) => sum + part, 0));
  for (const [index, cells] of [head, ...rows].entries()) {
    const row = paper.element('TR', table);
    const style = index === 0 ? styles.strong : styles.body;
    const drawn = cells.map((text, column) => ({
      lines: paper.lines(text, (widths[column] ?? 0) - 10, style),
      x: starts[column] ?? page.left,
      element: cellElement(paper, row, index === 0, column),
    }));
    drawRow(paper, drawn);
    rule(paper, index === 0 ? 0.8 : 0.3);
    paper.y += 2;
  }
  paper.y += 2;
}

function cellElement(paper: Paper, row: Element, head: boolean, column: number): Element {
  if (head) return paper.element('TH', row, { scope: 'Column' });
  return column === 0 ? paper.element('TH', row, { scope: 'Row' }) : paper.element('TD', row);
}

function drawRow(paper: Paper, cells: readonly { lines: Line[]; x: number; element: Element }[]): void {
  const height = Math.max(...cells.map(({ lines }) => lines.length));
  for (let index = 0; index < height; index += 1) {
    paper.ensure(styles.body.leading + 4);
    for (const { lines, x, element } of cells) {
      const line = lines[index];
      if (line) paper.draw(line, x, paper.y, element);
    }
    paper.y += styles.body.leading;
  }
}

/** Draws an indented listing. Below `maxIndent` levels the indent stays the same and the depth precedes the text. */
function drawTree(paper: Paper, lines: readonly { depth: number; text: string }[]): void {
  const maxIndent = 10;
  const list = paper.element('L');
  for (const { depth, text } of lines) {
    const x = page.left + 10 + Math.min(depth, maxIndent) * 13;
    const shown = depth > maxIndent ? `(${depth}) ${text}` : text;
    paper.flow(paper.lines(shown, page.right - x, styles.small), x, paper.element('LBody', paper.element('LI', list)));
    paper.y += 1;
  }
}

function rule(paper: Paper, weight: number): void {
  const { y } = paper;
  paper.decorate((document) => {
    document.lineWidth(weight).moveTo(page.left, y).lineTo(page.right, y).stroke();
  });
}
