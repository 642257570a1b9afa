/** Parts of the page that are loaded when they are first drawn. */
import { type ComponentType, type ReactNode, Suspense, use, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { allWords } from '../i18n/index.ts';
import { Broken } from './Broken.tsx';

const loads: (() => Promise<unknown>)[] = [];

/**
 * A component in a file of its own, drawn once that is loaded. `waiting` stands in its place until then, and a message where it cannot be
 * loaded or drawn; the rest of the page goes on.
 */
export function part<Props extends object>(load: () => Promise<ComponentType<Props>>, waiting: ReactNode = null): ComponentType<Props> {
  let Loaded: ComponentType<Props> | null = null;
  let loading: Promise<ComponentType<Props>> | null = null;
  const start = () => {
    loading ??= Promise.all([load(), allWords()]).then(([component]) => {
      Loaded = component;
      return component;
    });
    return loading;
  };
  loads.push(start);

  function Loading(props: Props) {
    const Component = use(start());
    return <Component {...props} />;
  }
  return function Part(props: Props) {
    // What is loaded is drawn at once, without a moment of `waiting`.
    const [Body] = useState(() => Loaded ?? Loading);
    return (
      <ErrorBoundary FallbackComponent={Broken}>
        <Suspense fallback={waiting}>
          <Body {...props} />
        </Suspense>
      </ErrorBoundary>
    );
  };
}

const signs = ['pointermove', 'pointerdown', 'keydown'] as const;

/** Loads all parts while the page is idle, from the first sign of a person on: none of them is needed before. */
export function prefetchParts(): () => void {
  const end = () => {
    for (const sign of signs) window.removeEventListener(sign, begin, true);
  };
  async function begin(): Promise<void> {
    end();
    for (const load of loads) {
      await new Promise((resolve) => requestIdleCallback(resolve));
      // It is loaded again, and a message shown, when it is drawn.
      await load().catch(() => undefined);
    }
  }
  for (const sign of signs) window.addEventListener(sign, begin, true);
  return end;
}
