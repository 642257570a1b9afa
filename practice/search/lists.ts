/** The invented risk lists and the wire form of an entry (interface description, element of `datos_tsti`). */

/** An entry holds only the members that apply to it. */
export type ListEntry = {
  lista: string[];
  nombre_apellido: string[];
  estado?: string | null;
  categoria?: string[];
  url?: string;
  pais?: string[];
  detalle?: string[];
  id?: string;
  nombre_relacion_lista?: string[];
  id_relacion_lista?: string[];
  _version_?: number;
  estado1?: string | null;
  estado2?: string | null;
  estado3?: string | null;
  /** Text form of an array. */
  relacionado?: string;
  pasaporte?: string[];
  pasaporte2?: string[];
  n_identificacion?: string[];
  n_identificacion2?: string[];
  ciudadania?: string[];
  alias?: string[];
  /** Not in the description: providers add members without notice. */
  nivel_riesgo?: string;
};

const lists = {
  'PRACTICA-SANCIONES': { name: 'Lista de práctica de sanciones financieras', id: '901', category: 'Sanciones', binding: true },
  'PRACTICA-CONGELADOS': {
    name: 'Lista de práctica de fondos congelados',
    id: '902',
    category: 'Financiación del terrorismo',
    binding: true,
  },
  'PRACTICA-PEP': { name: 'Lista de práctica de personas expuestas políticamente', id: '903', category: 'PEP', binding: false },
  'PRACTICA-INHABILITADOS': {
    name: 'Lista de práctica de proveedores inhabilitados',
    id: '904',
    category: 'Contratación pública',
    binding: false,
  },
  'PRACTICA-LAVADO': {
    name: 'Lista de práctica de condenas por lavado de activos',
    id: '905',
    category: 'Lavado de activos',
    binding: false,
  },
} as const;
export type ListCode = keyof typeof lists;

let written = 0;

/** An entry with the members that most entries have; `rest` adds to them or replaces them. */
export function onList(code: ListCode, names: readonly string[], rest: Partial<ListEntry> = {}): ListEntry {
  const { name, id, category } = lists[code];
  const number = `PR-${String(++written).padStart(4, '0')}`;
  return {
    lista: [code],
    estado: 'ACTIVO',
    categoria: [category],
    nombre_apellido: [...names],
    url: `https://listas.example/${code.toLowerCase()}/${number}`,
    pais: ['Colombia'],
    detalle: ['Registro inventado para la práctica; no corresponde a ninguna persona real.'],
    id: number,
    nombre_relacion_lista: [name],
    id_relacion_lista: [id],
    // As long as real internal numbers: beyond the integers that a double holds exactly.
    _version_: 1_793_258_194_318_082_000,
    relacionado: '[]',
    ...rest,
  };
}

/** Whether an entry is on a binding list, which blocks the person. */
export const isBinding = ({ lista }: ListEntry): boolean => lista.some((code) => code in lists && lists[code as ListCode].binding);
