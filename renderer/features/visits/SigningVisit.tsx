/** The visit of the documents to be signed, the findings of the branch's policy for it, and the reason that signing asks for. */
import { useEffect, useEffectEvent } from 'react';
import type { Finding } from '../../../shared/domain/visits/policy.ts';
import type { VisitSummary } from '../../../shared/domain/visits/visit.ts';
import { problem } from '../../../shared/errors.ts';
import { call } from '../../bridge.ts';
import { part, toastProblem, VisitMark } from '../../components/index.ts';
import { useInfo } from '../../state/info.ts';
import { type RemoteState, useRemote } from '../../state/remote.ts';
import { namedVisit } from './derive.ts';

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
  onRulesShown: (shown: boolean) => void;
};

/** Milliseconds without a key, so that not every letter starts a request. */
const typingDelayMs = 250;

type About = { visitId: string | null; clientInfo: string };
type Found = { visit: VisitSummary | null; findings: Finding[] };

function useFindings({ visitId, clientInfo }: About, delayMs: number): RemoteState<Found> {
  const { settings } = useInfo();
  // Rules are settings: the findings change with them.
  const key = JSON.stringify([visitId, clientInfo.trim(), settings.policy]);
  return useRemote(key, () => call('visits.findings', { visitId, clientInfo: clientInfo.trim() }), {
    delayMs,
    events: ['visits.changed', 'visits.removed'],
    keepsPrevious: true,
  });
}

type AskReasonProps = About & {
  /** Called with true after the reason was stored, with false when the person gave none or cannot be asked. */
  onReason: (given: boolean) => void;
};

/** Asks for the reason that signing for a visit needs first. */
export function AskReason({ onReason, ...about }: AskReasonProps) {
  const { value: found, problem: failure } = useFindings(about, 0);
  const asked = found?.findings.filter(({ needsReason }) => needsReason) ?? [];
  const isMissing = found !== null && (found.visit === null || asked.length === 0);
  const giveUp = useEffectEvent(() => {
    // The message names the visit, which has the findings.
    toastProblem(failure ?? problem('reason-needed'));
    onReason(false);
  });
  useEffect(() => {
    if (failure !== null || isMissing) giveUp();
  }, [failure, isMissing]);
  if (!found?.visit || !asked[0]) return null;
  return (
    <OverrideDialog
      visitId={found.visit.id}
      visitName={namedVisit(found.visit)}
      pressedKey={asked[0].key}
      findings={asked}
      onDone={() => onReason(true)}
      onClose={() => onReason(false)}
    />
  );
}

export function SigningVisit({ visit, clientInfo, onOpen, onLeave, asksReason, onReason, onRulesShown }: Props) {
  const about = { visitId: visit?.id ?? null, clientInfo };
  const { value, problem: failure } = useFindings(about, typingDelayMs);
  // Sending reports the problem; until then nothing is known.
  const found = failure ? null : value;
  const belongs = found?.visit ?? null;
  const shown = visit ?? (belongs && { id: belongs.id, name: namedVisit(belongs) });
  const hasRules = found?.findings.some(({ level, overridden }) => level === 'stop' && overridden === null) ?? false;
  useEffect(() => {
    onRulesShown(hasRules);
    return () => onRulesShown(false);
  }, [hasRules, onRulesShown]);
  return (
    <>
      {shown && <VisitMark name={shown.name || shown.id.slice(0, 8)} onOpen={() => onOpen(shown.id)} {...(visit ? { onLeave } : {})} />}
      {asksReason && <AskReason {...about} onReason={onReason} />}
      {found && found.findings.length > 0 && <Findings visitId={belongs?.id ?? null} findings={found.findings} />}
    </>
  );
}
