/** One entry of a list: the person, the reason for the match, distinguishing members, all members, and the decisions. */
import { CircleHelp, ExternalLink, IdCard, type LucideIcon, SpellCheck, UserCheck, UserRoundSearch, VenetianMask } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { matchingRanges } from '../../../../shared/domain/names.ts';
import type { Match, MatchReason, ScreeningView } from '../../../../shared/domain/screening/screening.ts';
import { ConfirmButton, DataTree, StatusTag, type Tone } from '../../../components/index.ts';
import { openLink } from '../actions.ts';
import { memberRows, reasonOf } from '../derive.ts';
import { DecisionBox } from './DecisionBox.tsx';

const reasonLooks: Record<MatchReason, { icon: LucideIcon; tone: Tone }> = {
  'same-identification': { icon: IdCard, tone: 'bad' },
  'same-name': { icon: UserCheck, tone: 'bad' },
  'same-name-other-identification': { icon: UserRoundSearch, tone: 'doubt' },
  'alias-only': { icon: VenetianMask, tone: 'doubt' },
  'similar-name': { icon: SpellCheck, tone: 'doubt' },
  unexplained: { icon: CircleHelp, tone: 'quiet' },
};

function Reasons({ match }: { match: Match }) {
  const { t } = useTranslation('screening');
  const best = reasonOf(match);
  return (
    <div className="scr-why">
      <ul className="ui-tags" aria-label={t('matches.why')}>
        {match.reasons.map((reason) => (
          <li key={reason}>
            <StatusTag {...reasonLooks[reason]}>{t(`reason.${reason}.word`)}</StatusTag>
          </li>
        ))}
      </ul>
      <p className="ui-help">{t(`reason.${best}.why`)}</p>
    </div>
  );
}

/** Removes repeated texts: they would be duplicate keys, and add nothing. */
const once = (texts: readonly string[]): string[] => [...new Set(texts)];

type Piece = { at: number; text: string; marked: boolean };

function piecesOf(text: string, query: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { start, end } of query === '' ? [] : matchingRanges(text, query)) {
    pieces.push({ at, text: text.slice(at, start), marked: false }, { at: start, text: text.slice(start, end), marked: true });
    at = end;
  }
  return [...pieces, { at, text: text.slice(at), marked: false }].filter((piece) => piece.text !== '');
}

/** A text of a match, with the parts marked that equal parts of the query. */
function Highlighted({ text, query }: { text: string; query: string }) {
  return piecesOf(text, query).map((piece) => (piece.marked ? <mark key={piece.at}>{piece.text}</mark> : piece.text));
}

function Fact({ label, texts, query = '' }: { label: string; texts: readonly string[]; query?: string }) {
  if (texts.length === 0) return null;
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <ul>
          {once(texts).map((text) => (
            <li key={text}>
              <Highlighted text={text} query={query} />
            </li>
          ))}
        </ul>
      </dd>
    </div>
  );
}

function Link({ id, url, of }: { id: string; url: string; of: string }) {
  const { t } = useTranslation('screening');
  return (
    <ConfirmButton
      size="small"
      variant="quiet"
      icon={ExternalLink}
      of={of}
      label={t('link.open')}
      title={t('link.title')}
      confirmLabel={t('link.confirm')}
      onConfirm={() => void openLink(id, url)}
    >
      <p>{t('link.words')}</p>
      <p className="scr-address">{url}</p>
    </ConfirmButton>
  );
}

/** Every member of an entry: under its text, with the provider's name on hover, or under that name where there is no text. */
function MatchMembers({ entry }: { entry: Match['entry'] }) {
  const { t } = useTranslation('screening');
  const [open, setOpen] = useState(false);
  const rows = memberRows(entry);
  return (
    <details className="scr-members" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('match.all', { count: rows.length })}</summary>
      {open && (
        <dl>
          {rows.map(({ name, known, value }) => (
            <div key={name}>
              <dt title={name}>{known ? t(`member.${known}`) : <code>{name}</code>}</dt>
              <dd>
                <DataTree value={value} label={known ? t(`member.${known}`) : name} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </details>
  );
}

export function MatchCard({ view, match }: { view: ScreeningView; match: Match }) {
  const { t } = useTranslation('screening');
  const { name, identification } = view.query;
  const names = once(match.names);
  const title = names[0] ?? match.aliases[0] ?? t('answer.noName');
  const of = [title, ...match.lists.slice(0, 1)].join(', ');
  return (
    <article className="scr-match" aria-label={title}>
      <header>
        <h5>
          <Highlighted text={title} query={name} />
        </h5>
        <Reasons match={match} />
      </header>
      <dl className="scr-match-facts">
        <Fact label={t('match.otherNames')} texts={names.slice(1)} query={name} />
        <Fact label={t('member.alias')} texts={match.aliases} query={name} />
        <Fact label={t('member.n_identificacion')} texts={match.identifications} query={identification} />
        <Fact label={t('member.pasaporte')} texts={match.passports} query={identification} />
        <Fact label={t('member.estado')} texts={match.statuses} />
        <Fact label={t('member.lista')} texts={[...match.lists, ...match.relatedLists]} />
        <Fact label={t('member.categoria')} texts={match.categories} />
        <Fact label={t('member.pais')} texts={once([...match.countries, ...match.citizenships])} />
        <Fact label={t('member.detalle')} texts={match.details} />
        <Fact label={t('member.relacionado')} texts={match.related} />
      </dl>
      <div className="scr-match-more">
        <MatchMembers entry={match.entry} />
        {match.url !== null && match.url !== '' && <Link id={view.id} url={match.url} of={of} />}
      </div>
      <DecisionBox view={view} match={match.number} of={of} />
    </article>
  );
}
