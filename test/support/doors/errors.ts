export {
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
  problemSchema,
  StationError,
} from '../../../shared/errors.ts';
