/** Shows the progress of long work, in words and as a bar. */
import './progress.css';
import { ProgressBar as AriaProgressBar, Label } from 'react-aria-components';

export type ProgressBarProps = {
  label: string;
  done: number;
  total: number;
  /** Replaces "done / total", e.g. with the time left. */
  valueLabel?: string;
};

export function ProgressBar({ label, done, total, valueLabel = `${done} / ${total}` }: ProgressBarProps) {
  return (
    <AriaProgressBar className="ui-progress" value={done} maxValue={Math.max(total, 1)} valueLabel={valueLabel}>
      {({ percentage = 0 }) => (
        <>
          <span className="ui-progress-words">
            <Label>{label}</Label>
            <span aria-hidden="true">{valueLabel}</span>
          </span>
          <span className="ui-progress-track">
            <span className="ui-progress-fill" style={{ display: 'block', width: `${percentage}%` }} />
          </span>
        </>
      )}
    </AriaProgressBar>
  );
}
