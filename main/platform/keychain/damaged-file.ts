import { StationError } from '../../../shared/errors.ts';

/** The content of an encrypted file is not what the station wrote, or not for this name. */
export class DamagedFile extends StationError {
  constructor(kind = 'file') {
    super('record-damaged', { kind, count: 1 });
    this.name = 'DamagedFile';
  }
}
