export { queue, toast, toastProblem } from '../../../../renderer/components/toast-queue.ts';
