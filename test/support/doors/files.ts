export { signedName } from '../../../main/features/signing/receiving/deliver.ts';
export { candidateName, safeName } from '../../../main/platform/files/file-name.ts';
export { renameFile, renameFileSync } from '../../../main/platform/files/files-in-use.ts';
export { findExistingCopy } from '../../../main/platform/files/find-existing-copy.ts';
export { makeFolder } from '../../../main/platform/files/make-folder.ts';
export { readWholeFile } from '../../../main/platform/files/read-whole-file.ts';
export { renameByLink, renameByReserving } from '../../../main/platform/files/rename-if-free.ts';
export { createEncodingGuess, encodingOf } from '../../../main/platform/files/text-encoding.ts';
export { writeWhole } from '../../../main/platform/files/write-whole.ts';
