export {
  type Problem,
  type ProblemCode,
  type ProblemDetail,
  problem,
  problemCodes,
  problemOf,
  problemSchema,
  StationError,
} from '../../../shared/errors.ts';
