/** The visit of the documents to be signed, and the findings of the branch's policy for it. */
import type { Finding } from '../../../shared/domain/policy.ts';
import type { VisitSummary } from '../../../shared/domain/visit.ts';
import { call } from '../../bridge.ts';
import { part, VisitMark } from '../../components/index.ts';
import { useInfo } from '../../state/info.ts';
import { useRemote } from '../../state/remote.ts';
import { titleOf } from './derive.ts';

const Findings = part(async () => (await import('./page/Findings.tsx')).Findings);

type Props = {
  /** The clerk's choice; null: the visit with the client info as its transaction number, if any. */
  visit: { id: string; name: string } | null;
  clientInfo: string;
  onOpen: (visitId: string) => void;
  onLeave: () => void;
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

export function SigningVisit({ visit, clientInfo, onOpen, onLeave }: Props) {
  const found = useFindings(visit?.id ?? null, clientInfo);
  const belongs = found?.visit ?? null;
  const shown = visit ?? (belongs && { id: belongs.id, name: titleOf(belongs) });
  return (
    <>
      {shown && <VisitMark name={shown.name || shown.id.slice(0, 8)} onOpen={() => onOpen(shown.id)} {...(visit ? { onLeave } : {})} />}
      {found && found.findings.length > 0 && <Findings visitId={belongs?.id ?? null} findings={found.findings} />}
    </>
  );
}
