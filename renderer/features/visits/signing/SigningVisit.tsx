/** The visit of the documents to be signed, and the findings of the branch's policy for it. */
import { useEffect, useState } from 'react';
import type { Finding } from '../../../../shared/domain/policy.ts';
import type { VisitSummary } from '../../../../shared/domain/visit.ts';
import { call, subscribe } from '../../../bridge.ts';
import { part, VisitMark } from '../../../components/index.ts';
import { useInfo } from '../../../state/info.ts';
import { titleOf } from '../details.ts';

const Findings = part(async () => (await import('../page/Findings.tsx')).Findings);

type Props = {
  /** The clerk's choice; null: the visit with the client info as its transaction number, if any. */
  visit: { id: string; name: string } | null;
  clientInfo: string;
  onOpen: (visitId: string) => void;
  onLeave: () => void;
};

type Found = { visit: VisitSummary | null; findings: Finding[] };

/** Milliseconds without a key, so that not every letter starts a request. */
const pause = 250;

function useFound(visitId: string | null, clientInfo: string): Found | null {
  const { settings } = useInfo();
  const [found, setFound] = useState<Found | null>(null);
  // Rules are settings: the findings change with them.
  const asked = JSON.stringify([visitId, clientInfo.trim(), settings.policy]);
  useEffect(() => {
    let over = false;
    let timer: ReturnType<typeof setTimeout>;
    const [id, text] = JSON.parse(asked) as [string | null, string];
    const ask = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        call('visits.findings', { visitId: id, clientInfo: text }).then(
          (answer) => !over && setFound(answer),
          // Sending reports the problem; until then nothing is known.
          () => !over && setFound(null),
        );
      }, pause);
    };
    ask();
    const ends = [subscribe('visits.changed', ask), subscribe('visits.removed', ask)];
    return () => {
      over = true;
      clearTimeout(timer);
      for (const end of ends) end();
    };
  }, [asked]);
  return found;
}

export function SigningVisit({ visit, clientInfo, onOpen, onLeave }: Props) {
  const found = useFound(visit?.id ?? null, clientInfo);
  const belongs = found?.visit ?? null;
  const shown = visit ?? (belongs && { id: belongs.id, name: titleOf(belongs) });
  return (
    <>
      {shown && <VisitMark name={shown.name || shown.id.slice(0, 8)} onOpen={() => onOpen(shown.id)} {...(visit ? { onLeave } : {})} />}
      {found && found.findings.length > 0 && <Findings visitId={belongs?.id ?? null} findings={found.findings} />}
    </>
  );
}
