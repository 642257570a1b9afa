/** What a press in the settings of the hub starts. */
import i18next from 'i18next';
import { type Problem, problemOf } from '../../../../shared/errors.ts';
import { call } from '../../../bridge.ts';
import { announce } from '../../../components/index.ts';
import { attempt, succeeded } from '../../../state/attempt.ts';
import { hubState } from '../../../state/hub.ts';

const words = i18next.getFixedT(null, 'hub');

/** Returns why this station was not enrolled; null when it was. */
export async function enrol(address: string, code: string): Promise<Problem | null> {
  try {
    const state = await call('hub.enrol', { address, code });
    hubState.set(state);
    announce(words('enrol.done', { name: state.enrolment?.name ?? '' }));
    return null;
  } catch (thrown) {
    return problemOf(thrown);
  }
}

export async function leave(): Promise<void> {
  const state = await attempt(call('hub.leave'));
  if (!state) return;
  hubState.set(state);
  announce(words('leave.done'));
}

export const connectNow = (): Promise<boolean> => succeeded(call('hub.wake'));
