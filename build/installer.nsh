; The station of the whole machine (MSI) is there: another one for a single user would run next to it with its own version.
!macro customInit
  ${If} ${FileExists} "$PROGRAMFILES64\${PRODUCT_NAME}\${APP_EXECUTABLE_FILENAME}"
    MessageBox MB_ICONSTOP|MB_OK "Signing Station is already installed for this computer. / Signing Station ya está instalada en este equipo." /SD IDOK
    SetErrorLevel 2
    Quit
  ${EndIf}
!macroend
