export { Listed, type ListedProps } from '../../../../renderer/components/Listed.tsx';
