/** Three invented contracts in Spanish. People, numbers and the institution do not exist. */
export type Sample = {
  file: string;
  title: string;
  /** Pages of paragraphs. */
  pages: string[][];
  /** Pages, from 0, that are stored sideways and turned for display, as many scanners do. */
  turned: number[];
};

const parties =
  'Entre la Cooperativa de Ahorro y Crédito El Ejemplo (institución inventada, en adelante "la Cooperativa") y Ana Lucía Prueba Modelo, ' +
  'portadora del documento de identidad 0000000000 (en adelante "la persona socia"), se celebra el presente contrato.';
const closing =
  'Leído el presente documento, las partes lo aceptan en todo su contenido y firman en el lugar señalado. Documento de práctica: no tiene validez.';

export const samples: Sample[] = [
  {
    file: 'Contrato de apertura de cuenta.pdf',
    title: 'Contrato de apertura de cuenta',
    turned: [],
    pages: [
      [
        parties,
        'PRIMERA. Objeto. La Cooperativa abre a nombre de la persona socia una cuenta de ahorros a la vista, con el número 000-000-000, en la moneda de curso legal.',
        'SEGUNDA. Depósitos y retiros. La persona socia podrá depositar y retirar dinero en cualquier oficina, en los cajeros automáticos y por los canales digitales, dentro de los límites vigentes.',
        'TERCERA. Intereses. El saldo gana intereses a la tasa publicada en las oficinas. Los intereses se calculan cada día y se abonan al final de cada mes.',
      ],
      [
        'CUARTA. Estados de cuenta. La Cooperativa pone a disposición de la persona socia, cada mes, el detalle de los movimientos de su cuenta.',
        'QUINTA. Datos personales. Los datos se usan solo para prestar el servicio y cumplir la ley. La persona socia puede pedir su consulta y su corrección.',
        'SEXTA. Terminación. Cualquiera de las partes puede terminar este contrato con aviso escrito de quince días.',
        closing,
      ],
    ],
  },
  {
    file: 'Autorización de consulta de datos.pdf',
    title: 'Autorización de consulta de datos',
    turned: [],
    pages: [
      [
        parties,
        'La persona socia autoriza a la Cooperativa a consultar su información en registros públicos y en listas de control, con el único fin de atender su solicitud.',
        'La autorización rige durante la relación entre las partes y puede retirarse por escrito en cualquier oficina.',
        closing,
      ],
    ],
  },
  {
    file: 'Pagaré y tabla de pagos.pdf',
    title: 'Pagaré y tabla de pagos',
    turned: [1],
    pages: [
      [
        parties,
        'Por este pagaré, la persona socia se obliga a pagar a la orden de la Cooperativa la suma de un mil, en doce cuotas mensuales iguales.',
        'En caso de mora se aplicará la tasa máxima que permita la ley sobre el valor de la cuota vencida.',
      ],
      [
        'Tabla de pagos. Cuotas 1 a 12: valor de cada cuota 87,92. Capital 1.000,00. Intereses 55,04. Total 1.055,04.',
        'La tabla supone pagos el primer día hábil de cada mes. Un pago adelantado reduce el capital pendiente.',
      ],
      ['Los pagos se hacen en cualquier oficina o por los canales digitales de la Cooperativa.', closing],
    ],
  },
];
