/** The visit of the documents to be signed, and the findings of the branch's policy for it. */
import type { Finding } from '../../../shared/domain/policy.ts';
import type { VisitSummary } from '../../../shared/domain/visit.ts';
import { call } from '../../bridge.ts';
import { part, VisitMark } from '../../components/index.ts';
import { useInfo } from '../../state/info.ts';
import { useRemote } from '../../state/remote.ts';
import { titleOf } from './derive.ts';

const Findings = part(async () => (await import('./page/Findings.tsx')).Findings);
const OverrideDialog = part(async () => (await import('./page/Findings.tsx')).OverrideDialog);

type Props = {
  /** The clerk's choice; null: the visit with the client info as its transaction number, if any. */
  visit: { id: string; name: string } | null;
  clientInfo: string;
  onOpen: (visitId: string) => void;
  onLeave: () => void;
  asksReason: boolean;
  onReason: (given: boolean) => void;
};

/** Milliseconds without a key, so that not every letter starts a request. */
const typingDelayMs = 250;

function useFindings(visitId: string | null, clientInfo: string): { visit: VisitSummary | null; findings: Finding[] } | null {
  const { settings } = useInfo();
  // Rules are settings: the findings change with them.
  const key = JSON.stringify([visitId, clientInfo.trim(), settings.policy]);
  const { value, problem } = useRemote(key, () => call('visits.findings', { visitId, clientInfo: clientInfo.trim() }), {
    delayMs: typingDelayMs,
    events: ['visits.changed', 'visits.removed'],
    keepsPrevious: true,
  });
  // Sending reports the problem; until then nothing is known.
  return problem ? null : value;
}

export function SigningVisit({ visit, clientInfo, onOpen, onLeave, asksReason, onReason }: Props) {
  const found = useFindings(visit?.id ?? null, clientInfo);
  const belongs = found?.visit ?? null;
  const asked = asksReason ? found?.findings.filter(({ needsReason }) => needsReason) : undefined;
  const shown = visit ?? (belongs && { id: belongs.id, name: titleOf(belongs) });
  return (
    <>
      {shown && <VisitMark name={shown.name || shown.id.slice(0, 8)} onOpen={() => onOpen(shown.id)} {...(visit ? { onLeave } : {})} />}
      {belongs && asked?.[0] && (
        <OverrideDialog
          visitId={belongs.id}
          pressedKey={asked[0].key}
          findings={asked}
          onDone={() => onReason(true)}
          onClose={() => onReason(false)}
        />
      )}
      {found && found.findings.length > 0 && <Findings visitId={belongs?.id ?? null} findings={found.findings} />}
    </>
  );
}
