/** Facts about a person in one line. The identification is never cut, since persons of one name differ by it; the others give way. */
import './identity-line.css';

type Props = { className: string; identification: string; others: readonly string[] };

export function IdentityLine({ className, identification, others }: Props) {
  const rest = others.filter((text) => text !== '').join(' · ');
  return (
    <span className={`ui-identity ${className}`} title={[identification, rest].filter(Boolean).join(' · ')}>
      {identification !== '' && <span className="ui-identity-number">{identification}</span>}
      {rest !== '' && <span className="truncate">{rest}</span>}
    </span>
  );
}
