/** The draft for the next page, which reads its file again by the id that main knows (decision 42). */
import type { TablePreview } from '../../../../../shared/domain/screening/bulk-screening.ts';
import { followMembers } from '../../../../state/page-parts.ts';
import { useBulk } from '../store.ts';
import { check } from './actions.ts';
import { type Draft, draftOf } from './draft.ts';

type Saved = Pick<Draft, 'options' | 'mapping' | 'mapped' | 'emptyText' | 'judicial' | 'procurator' | 'pace'> &
  Pick<TablePreview, 'fileId' | 'name' | 'format'>;

function toSaved({ preview: { fileId, name, format }, ...draft }: Draft): Saved {
  const { options, mapping, mapped, emptyText, judicial, procurator, pace } = draft;
  return { fileId, name, format, options, mapping, mapped, emptyText, judicial, procurator, pace };
}

/** Returns the draft before its file is read. */
function fromSaved({ fileId, name, format, ...input }: Saved): Draft {
  const { options, mapping, pace } = input;
  const preview = { fileId, name, format, options, mapping, sheets: [], columns: [], sample: [], isNameSure: true, problem: null };
  return { ...draftOf(preview, pace), ...input, reading: true };
}

const draft = {
  get() {
    const { draft: current } = useBulk.getState();
    return current && toSaved(current);
  },
  set(saved: Saved | null) {
    if (saved === null) return;
    useBulk.setState({ draft: fromSaved(saved) });
    void check();
  },
  follow: useBulk.subscribe,
};

let isFollowed = false;

/** Restores the draft that the page before left, and saves it as it changes. Once a page: lists and draft outlive their view. */
export function followDraft(): void {
  if (!isFollowed) followMembers('list', [draft]);
  isFollowed = true;
}
