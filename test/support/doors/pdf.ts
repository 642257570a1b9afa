export { createDocument } from '../../../main/paper/create-document.ts';
export { breakLines, placeWords } from '../../../main/paper/lines.ts';
export { readPng } from '../../../main/paper/png.ts';
export { printable } from '../../../main/paper/printable.ts';
export { localTime } from '../../../main/paper/times.ts';
export { treeBlocks, treeLines } from '../../../main/paper/tree.ts';
export { createPaperWords } from '../../../main/paper/words.ts';
