export { createDocument } from '../../../main/platform/pdf/paper/create-document.ts';
export { breakLines, placeWords } from '../../../main/platform/pdf/paper/lines.ts';
export { readPng } from '../../../main/platform/pdf/paper/png.ts';
export { printable } from '../../../main/platform/pdf/paper/printable.ts';
export { treeBlocks, treeLines } from '../../../main/platform/pdf/paper/tree.ts';
export { createPaperWords } from '../../../main/platform/pdf/paper/words.ts';
export { localCount, localTime } from '../../../shared/domain/local-format.ts';
