/** Edits of a document's pages before it is signed: valid ones (a page at the end, a footer) or not. */
import { PDFArray, PDFDict, type PDFDocument, PDFName, type PDFPage, PDFRef } from '@cantoo/pdf-lib';
import { toUserSpace } from '../../shared/domain/placement/placement-convert.ts';
import type { SigningStyle } from '../behaviour.ts';
import { type Look, lineForm } from './appearance.ts';
import { Unsignable } from './open-pdf.ts';
import { pageFacts } from './page-facts.ts';

/** `changed`: to be called with each object that an appended update has to write again. */
export type Draft = { pdf: PDFDocument; look: Look; changed: (ref: PDFRef) => void };
/** @param signed the page of the signature; null: of none */
export type PageEdit = (draft: Draft, signed: PDFPage | null) => void;

/** Points of the page as displayed. */
const line = { left: 20, height: 9 };

const certificatePage: PageEdit = (draft) =>
  addPage(draft, draft.pdf.getPageCount(), ['Certificado de firma de PRÁCTICA / PRACTICE certificate', 'Sin validez / not valid']);

const footer: PageEdit = (draft) => {
  for (const page of draft.pdf.getPages()) writeLine(draft, page, 'Firmado con PRÁCTICA / signed with PRACTICE', 4);
};

export const additions: Readonly<Record<NonNullable<SigningStyle['addition']>, PageEdit>> = {
  'certificate-page': certificatePage,
  footer,
  'footer-and-page': (...to) => {
    footer(...to);
    certificatePage(...to);
  },
};

export const addPageBeforeLast: PageEdit = (draft) =>
  addPage(draft, draft.pdf.getPageCount() - 1, ['Una página que nadie envió / a page that no one sent']);

export const dropPage: PageEdit = ({ pdf, changed }, signed) => {
  const last = pdf.getPages().findLastIndex(({ ref }) => ref !== signed?.ref);
  if (last === -1) throw new Unsignable('practice: the document has one page only');
  const page = pdf.getPage(last);
  markParents(page, changed);
  pdf.removePage(last);
};

export const writeOver: PageEdit = (draft) => writeLine(draft, draft.pdf.getPage(0), 'OTRO TEXTO / OTHER TEXT', 200);

function addPage(draft: Draft, index: number, lines: readonly string[]): void {
  const first = draft.pdf.getPage(0);
  const page = draft.pdf.insertPage(index, [first.getWidth(), first.getHeight()]);
  markParents(page, draft.changed);
  for (const [at, text] of lines.entries()) writeLine(draft, page, text, page.getHeight() / 2 - at * 2 * line.height);
}

/** Adds to the content of the page, which otherwise stays unchanged. @param bottom in points of the page as displayed */
function writeLine({ pdf, look, changed }: Draft, page: PDFPage, text: string, bottom: number): void {
  const facts = pageFacts(page);
  const rect = toUserSpace({ left: line.left, bottom, right: line.left + 200, top: bottom + line.height }, facts);
  const { form, content } = lineForm(look, rect, facts.rotation, text);
  const { context } = pdf;
  const name = (key: string) => PDFName.of(key);
  const copy = (value: unknown) => (value instanceof PDFDict ? value.clone(context) : context.obj({}));
  const resources = copy(context.lookup(page.node.getInheritableAttribute(name('Resources'))));
  const objects = copy(resources.lookup(name('XObject')));
  objects.set(name('PracticeLine'), form);
  resources.set(name('XObject'), objects);
  page.node.set(name('Resources'), resources);
  const before = page.node.lookup(name('Contents'));
  const own = page.node.get(name('Contents'));
  const streams = before instanceof PDFArray ? before.asArray() : own instanceof PDFRef ? [own] : [];
  const [open, close] = ['q', `Q ${content}`].map((operators) => context.register(context.stream(operators)));
  page.node.set(name('Contents'), context.obj([open, ...streams, close]));
  changed(page.ref);
}

function markParents(page: PDFPage, changed: Draft['changed']): void {
  let ref = page.node.get(PDFName.of('Parent'));
  while (ref instanceof PDFRef) {
    changed(ref);
    const parent = page.doc.context.lookup(ref);
    ref = parent instanceof PDFDict ? parent.get(PDFName.of('Parent')) : undefined;
  }
}
