export {
  acceptableCodes,
  hasTrait,
  mayPass,
  needsPerson,
  type Problem,
  type ProblemCode,
  type ProblemDetail,
  type ProblemTrait,
  problem,
  problemCodes,
  problemOf,
  StationError,
} from '../../../shared/errors.ts';
export { problemSchema } from '../../../shared/problem-schema.ts';
